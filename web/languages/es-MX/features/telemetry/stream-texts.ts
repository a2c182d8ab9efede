import type { texts as english } from '../../../../features/telemetry/stream-texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  streams: (named: string, more: number) => `${named} y ${more} más`,
} satisfies Translation<typeof english>
