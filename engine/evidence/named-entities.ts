/** Named entities of HTML for the characters up to U+017F: behind each code its names, without `&` and `;`. */
const namesByCode = `
9 Tab 10 NewLine 33 excl 34 QUOT quot 35 num 36 dollar 37 percnt 38 AMP amp 39 apos 40 lpar 41 rpar 42 ast
midast 43 plus 44 comma 46 period 47 sol 58 colon 59 semi 60 LT lt 61 equals 62 GT gt 63 quest 64 commat 91
lbrack lsqb 92 bsol 93 rbrack rsqb 94 Hat 95 UnderBar lowbar 96 DiacriticalGrave grave 123 lbrace lcub 124
VerticalLine verbar vert 125 rbrace rcub 160 NonBreakingSpace nbsp 161 iexcl 162 cent 163 pound 164 curren
165 yen 166 brvbar 167 sect 168 Dot DoubleDot die uml 169 COPY copy 170 ordf 171 laquo 172 not 173 shy 174
REG circledR reg 175 macr strns 176 deg 177 PlusMinus plusmn pm 178 sup2 179 sup3 180 DiacriticalAcute acute
181 micro 182 para 183 CenterDot centerdot middot 184 Cedilla cedil 185 sup1 186 ordm 187 raquo 188 frac14
189 frac12 half 190 frac34 191 iquest 192 Agrave 193 Aacute 194 Acirc 195 Atilde 196 Auml 197 Aring angst
198 AElig 199 Ccedil 200 Egrave 201 Eacute 202 Ecirc 203 Euml 204 Igrave 205 Iacute 206 Icirc 207 Iuml 208
ETH 209 Ntilde 210 Ograve 211 Oacute 212 Ocirc 213 Otilde 214 Ouml 215 times 216 Oslash 217 Ugrave 218
Uacute 219 Ucirc 220 Uuml 221 Yacute 222 THORN 223 szlig 224 agrave 225 aacute 226 acirc 227 atilde 228 auml
229 aring 230 aelig 231 ccedil 232 egrave 233 eacute 234 ecirc 235 euml 236 igrave 237 iacute 238 icirc 239
iuml 240 eth 241 ntilde 242 ograve 243 oacute 244 ocirc 245 otilde 246 ouml 247 div divide 248 oslash 249
ugrave 250 uacute 251 ucirc 252 uuml 253 yacute 254 thorn 255 yuml 256 Amacr 257 amacr 258 Abreve 259 abreve
260 Aogon 261 aogon 262 Cacute 263 cacute 264 Ccirc 265 ccirc 266 Cdot 267 cdot 268 Ccaron 269 ccaron 270
Dcaron 271 dcaron 272 Dstrok 273 dstrok 274 Emacr 275 emacr 278 Edot 279 edot 280 Eogon 281 eogon 282 Ecaron
283 ecaron 284 Gcirc 285 gcirc 286 Gbreve 287 gbreve 288 Gdot 289 gdot 290 Gcedil 292 Hcirc 293 hcirc 294
Hstrok 295 hstrok 296 Itilde 297 itilde 298 Imacr 299 imacr 302 Iogon 303 iogon 304 Idot 305 imath inodot
306 IJlig 307 ijlig 308 Jcirc 309 jcirc 310 Kcedil 311 kcedil 312 kgreen 313 Lacute 314 lacute 315 Lcedil
316 lcedil 317 Lcaron 318 lcaron 319 Lmidot 320 lmidot 321 Lstrok 322 lstrok 323 Nacute 324 nacute 325
Ncedil 326 ncedil 327 Ncaron 328 ncaron 329 napos 330 ENG 331 eng 332 Omacr 333 omacr 336 Odblac 337 odblac
338 OElig 339 oelig 340 Racute 341 racute 342 Rcedil 343 rcedil 344 Rcaron 345 rcaron 346 Sacute 347 sacute
348 Scirc 349 scirc 350 Scedil 351 scedil 352 Scaron 353 scaron 354 Tcedil 355 tcedil 356 Tcaron 357 tcaron
358 Tstrok 359 tstrok 360 Utilde 361 utilde 362 Umacr 363 umacr 364 Ubreve 365 ubreve 366 Uring 367 uring
368 Udblac 369 udblac 370 Uogon 371 uogon 372 Wcirc 373 wcirc 374 Ycirc 375 ycirc 376 Yuml 377 Zacute 378
zacute 379 Zdot 380 zdot 381 Zcaron 382 zcaron`;

/** The character of each name. */
export const namedEntities: ReadonlyMap<string, string> = readNames();

function readNames(): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  let character = '';
  for (const word of namesByCode.trim().split(/\s/)) {
    if (/^\d/.test(word)) character = String.fromCharCode(Number(word));
    else characters.set(word, character);
  }
  return characters;
}
