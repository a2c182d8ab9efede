import type { texts as english } from '../../../../features/review/send-again-texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  why: 'Por qué no se seleccionó',
  what: 'Corrige lo que puedas aquí, como el título o la descripción, y envíalo otra vez. Si el motivo es la grabación, sube una mejor toma.',
  button: 'Enviar otra vez',
  sending: 'Enviando...',
  done: { title: 'Enviado otra vez', description: 'Nuestro equipo revisará el video una vez más.' },
  failed: 'No se pudo enviar el video otra vez',
  noConnection: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
} satisfies Translation<typeof english>
