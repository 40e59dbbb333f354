import xterm from '@xterm/headless';

export type Emulator = InstanceType<typeof xterm.Terminal>;

export function emulator(columns: number, rows: number): Emulator {
	const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 50});
	// The screen as the program has it: no automatic wrap.
	terminal.write('\u001B[?1049h\u001B[?7l');
	return terminal;
}

export function write(terminal: Emulator, data: string): Promise<void> {
	return new Promise(resolve => terminal.write(data, resolve));
}

/** Every cell with everything one can see of it. A cell nobody wrote looks like a blank. */
export function seenCells(terminal: Emulator): string[][] {
	const {active} = terminal.buffer;
	return Array.from({length: terminal.rows}, (_, row) => {
		const line = active.getLine(active.baseY + row)!;
		return Array.from({length: terminal.cols}, (_, column) => {
			const cell = line.getCell(column)!;
			const text = cell.getWidth() === 0 ? '' : cell.getChars() || ' ';
			const style = [
				cell.getFgColorMode() ? `fg${cell.getFgColor()}` : '',
				cell.getBgColorMode() ? `bg${cell.getBgColor()}` : '',
				cell.isBold() ? 'bold' : '',
				cell.isDim() ? 'dim' : '',
				cell.isItalic() ? 'italic' : '',
				cell.isUnderline() ? 'underline' : '',
				cell.isInverse() ? 'inverse' : '',
			];
			return [text, cell.getWidth(), ...style].filter(part => part !== '').join(' ');
		});
	});
}

/** The rows in which two screens differ, each with what they show there and the first cell that is not the same. */
export function differences(shown: readonly string[][], wanted: readonly string[][]): string[] {
	return wanted.flatMap((row, at) => {
		const column = row.findIndex((cell, each) => cell !== shown[at]?.[each]);
		if (column < 0 && shown[at]?.length === row.length) return [];
		const cell = `${JSON.stringify(shown[at]?.[column])} for ${JSON.stringify(row[column])}`;
		return [`row ${at}, column ${column}: ${cell}\n  shown  ${textOf(shown[at] ?? [])}\n  wanted ${textOf(row)}`];
	});
}

function textOf(row: readonly string[]): string {
	return row.map(cell => /^(.*?) [0-2](?: |$)/s.exec(cell)?.[1] ?? '').join('');
}
