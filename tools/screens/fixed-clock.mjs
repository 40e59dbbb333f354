// Loaded before the program (`node --import`): its clock then starts at STARTS_AT, so that ages are the same in every run.
const start = Date.parse(process.env.STARTS_AT ?? '');
if (Number.isNaN(start)) throw new Error(`STARTS_AT is no time: ${process.env.STARTS_AT}`);

const RealDate = Date;
const ahead = start - RealDate.now();

globalThis.Date = class extends RealDate {
	constructor(...parts) {
		if (parts.length === 0) super(RealDate.now() + ahead);
		else super(...parts);
	}

	static now() {
		return RealDate.now() + ahead;
	}
};
