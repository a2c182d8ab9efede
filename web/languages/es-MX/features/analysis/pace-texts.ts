import type { texts as english } from '../../../../features/analysis/pace-texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  lapse: (factor: string) =>
    `Grabado como time-lapse a ${factor}×: las velocidades y el mapa son correctos, pero las fuerzas y los saltos no se pueden medir.`,
  slow: (factor: string) =>
    `Grabado en cámara lenta a ${factor}×: las velocidades, las fuerzas y los tiempos en el aire son los de la rodada real.`,
  varying:
    'Grabado a un ritmo variable: las velocidades y el mapa son correctos, pero las fuerzas y los saltos no se pueden medir.',
} satisfies Translation<typeof english>
