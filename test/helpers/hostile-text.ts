/**
 * Everything that a terminal would act on if it were printed as it is, by name. It holds no blanks, so that it is a part of
 * one word before and after it was made safe.
 */
const bell = '\u0007';
const st = '\u001B\\';

export const hostileTexts: Readonly<Record<string, string>> = {
	titles: `\u001B]0;owned${bell}\u001B]1;owned${st}\u001B]2;owned${bell}`,
	clipboard: `\u001B]52;c;aGFja2Vk${bell}\u001B]52;p;aGFja2Vk${st}`,
	links: `\u001B]8;;https://example.com/evil${bell}\u001B]8;;${st}`,
	notifications: `\u001B]9;evil${bell}\u001B]777;notify;evil;evil${st}\u001B]1337;File=:AAAA${bell}`,
	colours: `\u001B]4;1;rgb:00/00/00${bell}\u001B]10;#000000${st}\u001B]11;?${bell}\u001B]104${bell}`,
	device: `\u001BP$q"p${st}\u001BPq#0;2;0;0;0#0~~@@vv@@${st}\u001BP+q544e${st}`,
	application: `\u001B_Ga=T,f=100;AAAA${st}\u001B^private${st}\u001BXstring${st}`,
	moves: '\u001B[5;5H\u001B[A\u001B[99B\u001B[3C\u001B[2D\u001B[s\u001B[u\u001B7\u001B8\u001BM\u001BD\u001BE',
	clears: '\u001B[2J\u001B[3J\u001B[K\u001B[1K\u001B[X\u001B[5P\u001B[4@\u001B[3L\u001B[3M\u001B#8\u001Bc',
	regions: '\u001B[5;10r\u001B[4S\u001B[4T\u001B[?6h\u001B[?69h\u001B[3;9s',
	modes: '\u001B[?1049l\u001B[?25h\u001B[?7h\u001B[?1000h\u001B[?2004l\u001B[?2026h\u001B[4h\u001B[20h\u001B[!p',
	questions: '\u001B[6n\u001B[5n\u001B[c\u001B[>c\u001B[21t\u001B[18t\u001BZ\u0005',
	styles: '\u001B[31;1;4;7;8;9m\u001B[38;2;1;2;3m\u001B[48;5;200m\u001B[58;5;1m',
	charsets: '\u001B(0\u001B)A\u000E\u000F\u001B%G\u001Bn\u001B=\u001B>',
	controls: `${bell}\u0000\b\u000B\u000C\u007F\u0001\u001A`,
	eightBit: '\u009B31m\u009B2J\u009D0;owned\u009C\u0090q~\u009C\u009Fx\u009C\u0084\u0085\u008D\u009A',
	bidirectional: '\u202Eevil\u202C\u2066\u2067\u2068\u2069\u200E\u200F\u061C',
	invisible: '\u200B\u2060\uFEFF\u00AD\u{E0041}\u{E007F}\uFFF9\u180E',
	surrogates: '\uD800x\uDC00',
	marks: `a${'\u0301'.repeat(40)}`,
	cutShort: '\u001B[\u001B[12;\u001B[m',
	nested: '\u001B]0;\u001B]52;c;aGFja2Vk\u0007\u001B[2J\u001B\u001B[2J\u001B]0;owned\u0007',
};

/** What may be seen of them, where that is anything. */
export const leftOver: Readonly<Record<string, string>> = {
	bidirectional: 'evil',
	surrogates: '\uFFFDx\uFFFD',
	marks: `a${'\u0301'.repeat(4)}`,
};
