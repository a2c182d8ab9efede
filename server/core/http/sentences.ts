import type { sentences } from '#sentences/http.ts'

/** What an address may refer to, for the sentence that says it doesn't exist. */
export type ThingName = Parameters<(typeof sentences)['notFound']>[0]['what']
