// Numbers as people write them.

const MOST = 2 ** 53; // beyond it counts are not exact

// 1,250 and 1 250 and 1'250 are 1250; 0,5 is a half. null where it is no number, or too large a one.
export function readNumber(text, commaDecimal = false) {
  let plain = text.trim().replace(/[\u00a0\u2009\u202f'’_]/g, " ").trim();
  if (!plain) return null;
  if (commaDecimal) plain = plain.replace(/[.\s]/g, "").replace(",", ".");
  else if (/^\d{1,3}([, ]\d{3})+(\.\d*)?$/.test(plain)) plain = plain.replace(/[, ]/g, "");
  else if (/^\d+,\d+$/.test(plain)) plain = plain.replace(",", ".");
  return /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) && Number(plain) <= MOST ? Number(plain) : null;
}
