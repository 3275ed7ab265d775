/** The names of the characters from U+00A0 on, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Each name with its character behind it. */
const others =
  'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ lsaquo‹ rsaquo› dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ ' +
  'euro€ trade™ larr← uarr↑ rarr→ darr↓ harr↔ lArr⇐ rArr⇒ hArr⇔ forall∀ part∂ exist∃ empty∅ nabla∇ isin∈ notin∉ prod∏ sum∑ minus− radic√ prop∝ infin∞ ' +
  'and∧ or∨ cap∩ cup∪ int∫ there4∴ sim∼ cong≅ asymp≈ ne≠ equiv≡ le≤ ge≥ sub⊂ sup⊃ sube⊆ supe⊇ oplus⊕ otimes⊗ perp⊥ sdot⋅ lceil⌈ rceil⌉ lfloor⌊ rfloor⌋ ' +
  'Alpha\u0391 Beta\u0392 Gamma\u0393 Delta\u0394 Epsilon\u0395 Zeta\u0396 Eta\u0397 Theta\u0398 Iota\u0399 Kappa\u039a Lambda\u039b Mu\u039c Nu\u039d ' +
  'Xi\u039e Omicron\u039f Pi\u03a0 Rho\u03a1 Sigma\u03a3 Tau\u03a4 Upsilon\u03a5 Phi\u03a6 Chi\u03a7 Psi\u03a8 Omega\u03a9 alpha\u03b1 beta\u03b2 ' +
  'gamma\u03b3 delta\u03b4 epsilon\u03b5 zeta\u03b6 eta\u03b7 theta\u03b8 iota\u03b9 kappa\u03ba lambda\u03bb mu\u03bc nu\u03bd xi\u03be omicron\u03bf ' +
  'pi\u03c0 rho\u03c1 sigmaf\u03c2 sigma\u03c3 tau\u03c4 upsilon\u03c5 phi\u03c6 chi\u03c7 psi\u03c8 omega\u03c9 ensp\u2002 emsp\u2003 thinsp\u2009 ' +
  'OEligŒ oeligœ ScaronŠ scaronš YumlŸ fnofƒ loz◊ spades♠ clubs♣ hearts♥ diams♦ star☆ starf★ check✓ cross✗ vert| ast* num# lbrack[ rbrack] lbrace{ rbrace}';

const characters: ReadonlyMap<string, string> = new Map([
  ...latin.split(' ').map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...others.split(' ').map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
]);

const replacement = '\ufffd';

const numbered = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? replacement : String.fromCodePoint(code);

/** A text with the characters that its entities stand for: those with a number, and those with a name that people write. Others stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]\w{1,7}));/g, (entity, decimal, hexadecimal, name) => {
    if (typeof decimal === 'string') return numbered(Number.parseInt(decimal, 10));
    if (typeof hexadecimal === 'string') return numbered(Number.parseInt(hexadecimal, 16));
    return (typeof name === 'string' ? characters.get(name) : undefined) ?? entity;
  });
