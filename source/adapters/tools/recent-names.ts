const most = 4096;

/** Which tool a call was for, until its result came; a session may have a hundred thousand calls. */
export class RecentNames {
	private names = new Map<string, string>();
	private earlier = new Map<string, string>();

	set(callId: string, name: string): void {
		this.names.set(callId, name);
		if (this.names.size < most) return;
		this.earlier = this.names;
		this.names = new Map();
	}

	get(callId: string): string | undefined {
		return this.names.get(callId) ?? this.earlier.get(callId);
	}
}
