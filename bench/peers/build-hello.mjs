// The Ink hello world as a bundle. `node bench/peers/build-hello.mjs` tells where it is.
import {fileURLToPath} from 'node:url';
import {buildPeer} from './build-peer.mjs';

export const buildHello = out => buildPeer('ink-hello', out);

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await buildHello());
