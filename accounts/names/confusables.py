"""Letters of Latin, Cyrillic and Greek that look like ASCII letters and digits.

Derived from the data of Unicode Technical Standard #39, version 17.0.0
(https://www.unicode.org/Public/security/17.0.0/confusables.txt, © 2025 Unicode, Inc., used under
the Unicode License V3, https://www.unicode.org/license.txt): the lower-case letters of the three
scripts whose prototype is an ASCII letter or digit, by the look of their capital if that has one,
since names begin with capitals (Greek ν counts as n). Small capitals are folded by their names.

Lower case only: names are case-folded before, so i, l, 1 and | are one, as I and l cannot be told
apart. Three entries are ours, letters that look alike in italics or in lower case: и, п, ω.
"""

_ALIKE = {
    "2": "ƨꙅꝛ",
    "3": "ȝɜʒзӡꝫ",
    "5": "ƽ",
    "6": "б",
    "8": "ȣ",
    "9": "ꝯ",
    "a": "ɑαаᴀ",
    "b": "ƅʙβвьꞵ",
    "c": "сᴄ",
    "d": "ԁᴅ",
    "e": "εеҽᴇꬲ",
    "f": "ƒϝẝꜰꞙꬵ",
    "g": "ƍɡɢԍᶃ",
    "h": "ʜηнһ",
    "i": "1l|ıǀɩɪʟιіӏꙇ",
    "j": "ʝϳјᴊ",
    "k": "κкᴋ",
    "m": "μϻмᴍ",
    "n": "ɴνп",
    "o": "0οσоᴏᴑꬽ",
    "p": "þƿρϸрᴘ",
    "q": "ԛꞯ",
    "r": "ʀгᴦꭇꭈ",
    "s": "ѕꜱ",
    "t": "τтᴛ",
    "u": "ʋиᴜꞟꭎꭒ",
    "v": "ѵᴠ",
    "w": "ɯωшѡԝᴡ",
    "x": "χхꭓ",
    "y": "ɣʏγυуүᶌỿꭚ",
    "z": "ζᴢ",
}
# Letters with a bar, hook or tail, whose prototype is a letter with a combining mark.
_BARRED = {
    "2": "ƻ",
    "3": "ҙ",
    "b": "ƀƃɓѣҍ",
    "c": "ȼҫ",
    "d": "ðđƌɖɗ",
    "e": "ɇҿ",
    "f": "ᵮ",
    "g": "ǥɠ",
    "h": "ħɦћңӈӊⱨꚕ",
    "i": "łƚɨɫɭᵻᵼ",
    "j": "ɉ",
    "k": "ƙқҟⱪꝁ",
    "m": "ӎ",
    "n": "ŋƞɲɳᵰ",
    "o": "øɵθѳөꝋꬾ",
    "p": "ƥᵽ",
    "q": "ʠ",
    "r": "ɍɼɽғᵲ",
    "s": "ʂᵴ",
    "t": "ŧƭʈҭᵵⱦ",
    "u": "ʉџᵾ",
    "w": "ѽꝡ",
    "x": "ҳ",
    "y": "ƴɏұ",
    "z": "ƶȥʐᵶ",
}
_BAR = "\N{COMBINING SHORT STROKE OVERLAY}"

_TABLE = str.maketrans(
    {letter: look for look, letters in _ALIKE.items() for letter in letters}
    | {letter: look + _BAR for look, letters in _BARRED.items() for letter in letters}
)


def fold(text: str) -> str:
    """Replace the letters of a case-folded text in NFD by what they look like.

    Accents stay, and a barred letter becomes the letter with one combining mark.
    """
    # Casefolding makes “İ” an i with a second dot, which is drawn like the first.
    return text.translate(_TABLE).replace("i\N{COMBINING DOT ABOVE}", "i").replace("rn", "m")
