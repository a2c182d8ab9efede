import { catalog, type Text } from '../sentences.ts'

/** What an address may refer to, for the sentence that says it doesn't exist. */
const things = {
  account: 'this account',
  channel: 'this channel',
  clip: 'this clip',
  compilation: 'this compilation',
  correction: 'this correction',
  file: 'this file',
  heldCount: 'this count',
  highlight: 'this highlight',
  invoice: 'this invoice',
  link: 'this link',
  mail: 'this email',
  music: 'this music',
  notification: 'this notification',
  partOfStream: 'this part of the stream',
  payout: 'this payout',
  publication: 'this publication',
  reel: 'this reel',
  quote: 'this price quote',
  scoreWeights: 'these score weights',
  session: 'this session',
  stream: 'this stream',
  twoStep: 'a two-step verification to reset',
  unsubscribeLink: 'this unsubscribe link',
  upload: 'this upload',
  user: 'this user',
  video: 'this video',
} as const
export type ThingName = keyof typeof things

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} second${ms === 1000 ? '' : 's'}`

/** Sentences that any route may use. */
export const common = catalog('http', {
  allClipsUsed: "You've used up your clips for today. Please try again tomorrow.",
  allCoversUsed: "You've changed covers very often today. Please try again tomorrow.",
  allMusicUsed: "You've uploaded a lot of music today. Please try again tomorrow.",
  allPicturesUsed: "You've used up your pictures for today. Please try again tomorrow.",
  badCharacter: "Your text contains a character that we can't store. Remove it and try again.",
  badCursor: 'This page cursor is invalid. Start again from the first page.',
  badJson: "The request body isn't valid JSON.",
  badVersion: 'If-Match must be a version, like "7".',
  brokenOff: 'The connection was lost before everything arrived. Please send it again.',
  diskFull: 'The server is out of disk space. Please try again later.',
  foreignOrigin: "This request came from another site, so we didn't accept it.",
  internal: 'Something went wrong on our side. Please try again.',
  invalidInput: "That input isn't valid.",
  invalidField: ({ field, problem }: { field: string; problem: string }) => `${field}: ${problem}`,
  metricsToken: 'A token is required.',
  noRoom: "The server doesn't have room for this file right now. Please try again later.",
  notAllowed: "You don't have permission to do this.",
  notFound: ({ what }: { what: ThingName }) => `We couldn't find ${things[what]}.`,
  nothingHere: "There's nothing at this address.",
  refused: ({ problem }: { problem: Text }) => `${problem}`,
  stalled: ({ idleMs }: { idleMs: number }) => `Nothing arrived for ${seconds(idleMs)}. Please try again.`,
  tooLarge: 'This request is too large.',
  tooManyAttempts: 'Too many attempts. Please wait a moment and try again.',
  tooManyPictures: 'Too many pictures at once. Please wait a moment and try again.',
  tooManyOpen: 'Too many requests at once. Wait until some of them are done, then try again.',
  unauthorized: 'Unauthorized',
})
