export {summarizeInput} from './tools/summarize-input.ts';
export {universalTool} from './tools/tool-table.ts';
