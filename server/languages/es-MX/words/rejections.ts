import { type RejectionReason, rejectionReasons } from '#contract/rejections.ts'

/** What a rider reads about why a video wasn't selected. */
const sentences: Record<RejectionReason, string> = {
  quality:
    'La imagen o el sonido no tienen la calidad para publicarse: se mueve mucho, está borroso u oscuro, o hay mucho ruido. Una parte más estable y clara tiene mejores posibilidades.',
  nothing_happens:
    'En esta rodada pasa muy poco para un clip. Envía una parte con un salto, una subida, agua o un paisaje.',
  unsafe:
    'Muestra un manejo que pone a personas en peligro o que es ilegal. No publicamos eso, aunque haya terminado bien.',
  privacy:
    'Muestra personas o placas sin su consentimiento. Difumínalas o corta esa parte y envía el video otra vez.',
  rights:
    'Tiene música o videos de otra persona. Envíalo otra vez sin eso, o escríbenos si tienes los derechos.',
  duplicate: 'Ya tenemos esta rodada. No tienes que hacer nada: cuenta la que enviaste antes.',
  off_topic: 'No encontramos una rodada todoterreno en este video, y solo publicamos esas.',
  other: 'Esta vez no lo seleccionamos.',
}

const reasons = Object.keys(rejectionReasons) as RejectionReason[]

/** The sentence of a reason in Spanish; what staff wrote in words of their own stays as it is. */
export function rejectionIn(english: string): string {
  const reason = reasons.find(one => english === rejectionReasons[one].sentence)
  if (reason) return sentences[reason]
  const followed = reasons.find(one => english.startsWith(`${rejectionReasons[one].sentence} `))
  return followed ? sentences[followed] + english.slice(rejectionReasons[followed].sentence.length) : english
}
