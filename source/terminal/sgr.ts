/**
 * Styles as a terminal is told them (SGR). A frame's own codes are read into a state and written again from it, so only
 * styles we know ever reach the terminal, each in one spelling that can be compared.
 */
const attributes = new Map([
	[1, 'bold'],
	[2, 'dim'],
	[3, 'italic'],
	[4, 'underline'],
	[7, 'inverse'],
	[9, 'strike'],
] as const);

type Attribute = typeof attributes extends Map<number, infer Name> ? Name : never;

const ends = new Map<number, readonly Attribute[]>([
	[22, ['bold', 'dim']],
	[23, ['italic']],
	[24, ['underline']],
	[27, ['inverse']],
	[29, ['strike']],
]);

/** The style at one place of a frame, changed by every code read. */
export class Sgr {
	private readonly on = new Set<Attribute>();
	private foreground = '';
	private background = '';
	private spelled: string | undefined = '';

	constructor(private readonly hasColor: boolean) {}

	/** The parameters that switch from plain to this style; empty for plain. */
	get style(): string {
		if (this.spelled === undefined) {
			const codes = [...attributes].filter(([, name]) => this.on.has(name)).map(([code]) => String(code));
			const colors = this.hasColor ? [this.foreground, this.background] : [];
			this.spelled = [...codes, ...colors].filter(Boolean).join(';');
		}
		return this.spelled;
	}

	/** Reads the parameters of one `CSI … m`. Codes we do not know change nothing. */
	apply(parameters: string): void {
		this.spelled = undefined;
		const codes = parameters.split(';').map(Number);
		for (let at = 0; at < codes.length; at++) {
			const code = codes[at]!;
			if (code === 38 || code === 48) {
				const length = codes[at + 1] === 5 ? 3 : 5;
				this.paint(code === 38, codes.slice(at, at + length).join(';'));
				at += length - 1;
			} else this.applyOne(code);
		}
	}

	private applyOne(code: number): void {
		const attribute = attributes.get(code as 1);
		if (code === 0) {
			this.on.clear();
			this.foreground = '';
			this.background = '';
		} else if (attribute) this.on.add(attribute);
		else if (ends.has(code)) for (const name of ends.get(code)!) this.on.delete(name);
		else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) this.paint(true, String(code));
		else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) this.paint(false, String(code));
		else if (code === 39 || code === 49) this.paint(code === 39, '');
	}

	private paint(isForeground: boolean, codes: string): void {
		if (isForeground) this.foreground = codes;
		else this.background = codes;
	}
}
