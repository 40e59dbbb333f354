import {sanitizeLine} from '../text/sanitize.ts';

/** An error's own words, on one line and safe to draw. */
export function describeError(error: unknown): string {
	return sanitizeLine(error instanceof Error ? error.message : String(error));
}
