/** Whether the end of a session stays in sight while it grows. */
export class Following {
	/** The reader went to the end, or asked to stay there. */
	private isWanted = false;
	/** Asked not to, although the end is in sight. */
	private isRefused = false;

	/** `isAtEnd` counts only when all was read: until then everything is the end for a moment. */
	isOn(isAtEnd: boolean): boolean {
		return !this.isRefused && (this.isWanted || isAtEnd);
	}

	start(): void {
		this.isWanted = true;
		this.isRefused = false;
	}

	/** The reader went elsewhere. */
	leave(): void {
		this.isWanted = false;
	}

	refuse(): void {
		this.isWanted = false;
		this.isRefused = true;
	}
}
