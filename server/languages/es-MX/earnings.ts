import type { sentences as english } from '#server/earnings/sentences.ts'
import type { Translation } from '#server/platform/sentences.ts'

export const earnings = {
  endsBeforeStart: 'El periodo termina antes de empezar. Elige una fecha final posterior.',
  twoYears: 'Un reporte puede abarcar hasta dos años.',
} satisfies Translation<typeof english>
