/** `1,284` */
export function count(value: number): string {
	const rounded = Math.round(value);
	const digits = String(rounded);
	return rounded > -1000 && rounded < 1000 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 session`, `1,284 sessions` */
export function plural(value: number, noun: string): string {
	return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** `950`, `12k`, `1.4M`: where the size matters and the last digits do not. */
export function compact(value: number): string {
	if (value < 1000) return String(Math.round(value));
	for (const [step, unit] of [
		[1e3, 'k'],
		[1e6, 'M'],
		[1e9, 'G'],
	] as const) {
		const scaled = value / step;
		if (scaled < 9.95) return `${scaled.toFixed(1).replace(/\.0$/, '')}${unit}`;
		if (scaled < 999.5 || unit === 'G') return `${Math.round(scaled)}${unit}`;
	}
	return String(value);
}

/** `420 B`, `12 KB`, `1.4 MB` */
export function bytes(value: number): string {
	if (value < 1000) return `${Math.round(value)} B`;
	const short = compact(value);
	return `${short.slice(0, -1)} ${short.slice(-1).toUpperCase()}B`;
}

/** `0.4 s`, `12.4 s`, `2 min 5 s`, `1 h 3 min` */
export function duration(milliseconds: number): string {
	const seconds = milliseconds / 1000;
	if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	if (whole < 3600) return joined(Math.floor(whole / 60), 'min', whole % 60, 's');
	const minutes = Math.round(seconds / 60);
	return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
	return `${count(large)} ${largeUnit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;
}

/** `$0.31`, `$1,204.50`; of less than a cent as much as tells something. */
export function dollars(value: number): string {
	if (value > 0 && value < 0.005) return `$${value.toPrecision(1)}`;
	const [whole = '0', cents = '00'] = value.toFixed(2).split('.');
	return `$${count(Number(whole))}.${cents}`;
}
