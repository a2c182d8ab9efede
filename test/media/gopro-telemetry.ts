import { createRequire } from 'node:module'

// Its types describe an ES module, but it is CommonJS: require returns the function itself.
const require = createRequire(import.meta.url)

/** The reference reader of GoPro's telemetry. */
export const goproTelemetry: (input: object, options: object) => Promise<unknown> = require('gopro-telemetry')
