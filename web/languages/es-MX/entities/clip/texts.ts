import type { texts as english } from '../../../../entities/clip/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  preview: 'Vista previa',
  close: 'Cerrar vista previa',
  format: 'Formato',
  formats: { wide: 'Horizontal', vertical: 'Vertical' },
  gauges: 'Indicadores',
  themes: { none: 'Sin indicadores', trail: 'Sendero', dash: 'Tablero', paper: 'Papel' },
  gaugesOver: 'Vista previa de los indicadores',
  burnIn: 'Generar con indicadores',
  noGauges:
    'Esta rodada no trae telemetría para los indicadores. Si agregaste telemetría después, analízala otra vez.',
  queued: 'En espera de su turno',
  rendering: 'Generando el clip',
  failed: 'No pudimos generar el clip',
  failedOtherwise: 'Falló la conexión con el servidor. Revisa tu red e inténtalo de nuevo.',
  retry: 'Intentar de nuevo',
  download: 'Descargar',
  clipOf: (what: string) => `Clip: ${what}`,
} satisfies Translation<typeof english>
