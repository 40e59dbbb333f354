import type {FileHandle} from 'node:fs/promises';

/** So much is worth a way to the disk. */
const aShipment = 16 * 1024 * 1024;

/** Sends what was written of a large file on its way to the disk while the rest is still being made. */
export class Shipping {
	private waiting = 0;
	private underWay: Promise<void> | undefined;
	/** The system tells of it only once. */
	private lost: {readonly error: unknown} | undefined;

	constructor(private readonly file: FileHandle) {}

	/** So many bytes more were written. */
	add(bytes: number): void {
		this.waiting += bytes;
		if (this.underWay || this.waiting < aShipment) return;
		this.waiting = 0;
		this.underWay = this.ship();
	}

	/** Everything is on the disk, or it throws. */
	async finish(): Promise<void> {
		await this.underWay;
		if (this.lost) throw this.lost.error;
		await this.file.sync();
	}

	private async ship(): Promise<void> {
		try {
			await this.file.datasync();
		} catch (error) {
			this.lost = {error};
		}
		this.underWay = undefined;
	}
}
