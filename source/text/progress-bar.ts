const width = 20;

/** `████████░░░░░░░░░░░░ 42 %`, of a share between 0 and 1. */
export function progressBar(share: number): string {
	const full = Math.round(Math.min(1, Math.max(0, share)) * width);
	return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.floor(share * 100)} %`;
}
