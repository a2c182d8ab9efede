import { evidenceFileBytes } from '#contract/money/constants.ts'

/** Within how many days we refund a payment that its card's issuer warned about: most of them are disputed soon. */
export const warningDays = 5
/** Days until a refund has arrived at the latest (https://docs.stripe.com/refunds: 5 to 10 business days). */
export const refundDays = 14

const beginnings: [type: string, bytes: number[]][] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]

/** The type of a file for evidence, by its first bytes; null: not one that Stripe takes. */
export const typeOfEvidence = (file: Uint8Array): string | null =>
  beginnings.find(([, bytes]) => bytes.every((byte, i) => file[i] === byte))?.[0] ?? null

export const isTooLarge = (bytes: number): boolean => bytes > evidenceFileBytes
