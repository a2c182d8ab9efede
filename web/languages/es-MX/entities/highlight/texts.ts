import type { texts as english } from '../../../../entities/highlight/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  labels: {
    pending: 'Sin empezar',
    processing: 'Procesando',
    completed: 'Listo',
    failed: 'Falló',
  },
  clip: (score: string, description: string, start: string, end: string) =>
    `${score}: ${description}, de ${start} a ${end}`,
  timeline: (length: string, count: number) =>
    `Emoción durante ${length}, ${count} ${count === 1 ? 'momento' : 'momentos'}`,
  position: (clock: string, length: string) => `${clock} de ${length}`,
  excitement: (percent: string) => `emoción ${percent}`,
  notStarted: 'Sin empezar',
} satisfies Translation<typeof english>
