export const texts = {
  own: "You've uploaded this recording before",
  sameRider: 'The same rider has uploaded this recording before',
  otherRider: 'Another rider has uploaded this recording too',
  by: { file: 'the same file', telemetry: 'the same telemetry' },
} as const
