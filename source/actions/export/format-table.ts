/** For the screens, which know no format. */
export {type Format, formatOf, formats} from '../../formats/formats.ts';
