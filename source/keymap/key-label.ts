const labels: Readonly<Record<string, string>> = {
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	enter: 'Enter',
	space: 'Space',
	tab: 'Tab',
	escape: 'Esc',
	backspace: 'Backspace',
	delete: 'Delete',
	home: 'Home',
	end: 'End',
	pageup: 'PgUp',
	pagedown: 'PgDn',
};

/** A key as people write it: `↓`, `Ctrl-d`, `G`; a chord as it is typed: `gg`. */
export function keyLabel(name: string): string {
	const [first = '', second] = name.split(' ');
	if (second) {
		const parts = [keyLabel(first), keyLabel(second)];
		return parts.join(parts.every(part => part.length === 1) ? '' : ',');
	}
	const [, modifier, rest] = /^(ctrl|alt|shift)-(.+)$/.exec(name) ?? [];
	if (modifier && rest) return `${modifier[0]!.toUpperCase()}${modifier.slice(1)}-${keyLabel(rest)}`;
	return labels[name] ?? name;
}
