import type { texts as english } from '../../../../features/same-ride/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  own: 'Ya habías subido esta grabación',
  sameRider: 'El mismo piloto ya subió esta grabación',
  otherRider: 'Otro piloto también subió esta grabación',
  by: { file: 'el mismo archivo', telemetry: 'la misma telemetría' },
} satisfies Translation<typeof english>
