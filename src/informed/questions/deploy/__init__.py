"""What will the predictor do where the classes occur otherwise?"""
