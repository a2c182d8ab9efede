/** Apart from the other texts, because the upload page loads only this. */
export const texts = {
  streams: (named: string, more: number) => `${named} and ${more} more`,
} as const
