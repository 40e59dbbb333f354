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
