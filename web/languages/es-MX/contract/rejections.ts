import type { rejectionReasons as english } from '#contract/rejections.ts'
import type { Translation } from '../../translation.ts'

export {
  presenceEverySeconds,
  type RejectionReason,
  shortestHighlightSeconds,
  undoSeconds,
} from '#contract/rejections.ts'

/** The sentences are those of server/languages/es-MX/words/rejections.ts. */
export const rejectionReasons = {
  quality: {
    label: 'Mala imagen o sonido',
    sentence:
      'La imagen o el sonido no tienen la calidad para publicarse: se mueve mucho, está borroso u oscuro, o hay mucho ruido. Una parte más estable y clara tiene mejores posibilidades.',
  },
  nothing_happens: {
    label: 'Pasa muy poco',
    sentence:
      'En esta rodada pasa muy poco para un clip. Envía una parte con un salto, una subida, agua o un paisaje.',
  },
  unsafe: {
    label: 'Manejo peligroso o ilegal',
    sentence:
      'Muestra un manejo que pone a personas en peligro o que es ilegal. No publicamos eso, aunque haya terminado bien.',
  },
  privacy: {
    label: 'Personas o placas sin consentimiento',
    sentence:
      'Muestra personas o placas sin su consentimiento. Difumínalas o corta esa parte y envía el video otra vez.',
  },
  rights: {
    label: 'Música o videos de otra persona',
    sentence:
      'Tiene música o videos de otra persona. Envíalo otra vez sin eso, o escríbenos si tienes los derechos.',
  },
  duplicate: {
    label: 'Ya enviado',
    sentence: 'Ya tenemos esta rodada. No tienes que hacer nada: cuenta la que enviaste antes.',
  },
  off_topic: {
    label: 'No es una rodada todoterreno',
    sentence: 'No encontramos una rodada todoterreno en este video, y solo publicamos esas.',
  },
  other: {
    label: 'Otro motivo',
    sentence: 'Esta vez no lo seleccionamos.',
  },
} satisfies Translation<typeof english>
