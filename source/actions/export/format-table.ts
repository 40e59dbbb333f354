/** For the screens, which know no format. */
export {type Format, formatOf, formatOfFile, formats} from '../../formats/formats.ts';
