/** A picture as it lies in a session. */
export type Image = {
	readonly bytes: Uint8Array;
	/** Shown below it: what it is called, or where it stands. */
	readonly title?: string;
};

export type Pixels = {
	/** Red, green, blue and opacity of each pixel, row by row. */
	readonly data: Uint8Array;
	readonly width: number;
	readonly height: number;
};

/** The languages in which a terminal can be sent a picture. */
export type ImageWay = 'kitty' | 'iterm' | 'sixel';

/** Sent in pieces of this many characters, with a turn of the event loop between: a key can stop it. */
export const pieceLength = 16 * 1024;
