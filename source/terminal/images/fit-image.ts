import type {CellSize} from '../capabilities/inquiry.ts';

/** Terminals that do not tell have cells about as large as those of a VT340. */
const usualCell: CellSize = {width: 10, height: 20};

/** Where a picture is drawn, in cells, and how many pixels it has there. */
export type Fitted = {
	readonly column: number;
	readonly row: number;
	readonly columns: number;
	readonly rows: number;
	readonly width: number;
	readonly height: number;
	/** It is drawn as it is, pixel by pixel. */
	readonly isWhole: boolean;
};

export type Room = {readonly columns: number; readonly rows: number};

/** As large as it is, or as large as there is room; in the middle, never stretched. */
export function fitImage(size: {width: number; height: number}, room: Room, cell: CellSize = usualCell): Fitted {
	const scale = Math.min(1, (room.columns * cell.width) / size.width, (room.rows * cell.height) / size.height);
	const width = Math.max(1, Math.floor(size.width * scale));
	const height = Math.max(1, Math.floor(size.height * scale));
	const columns = Math.min(room.columns, Math.ceil(width / cell.width));
	const rows = Math.min(room.rows, Math.ceil(height / cell.height));
	return {
		column: Math.floor((room.columns - columns) / 2),
		row: Math.floor((room.rows - rows) / 2),
		columns,
		rows,
		width,
		height,
		isWhole: scale === 1,
	};
}
