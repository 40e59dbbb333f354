/** Texts in the scripts that terminals find hard, each short enough to be seen whole and long enough to wrap. */
export const scripts = {
	ascii: 'plain words that wrap when the window is narrow, and go on for a while',
	cjk: '修复网络连接的重试逻辑 漢字かな交じり文 한국어 제목 全角ＡＢＣ',
	emoji: '🚀 ship 👨‍👩‍👧‍👦 family 👩🏽‍💻 code ☺️ text 🇩🇪🇯🇵 flags 👍🏽 1️⃣ ❤️‍🔥 end',
	combining: 'e\u0301 a\u0308 n\u0303 o\u0302\u0323 ไทยน้ำ हिन्दी क्षत्रिय Z\u0351\u036B\u0343 done',
	rtl: 'שלום עולם مرحبا بالعالم 123 نص عربي טקסט mixed with words',
} as const;

export type Script = keyof typeof scripts;
