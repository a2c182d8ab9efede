import { brand } from '#contract/brand.ts'
import type { texts as english } from '../../../../features/sharing/texts.ts'
import { formatNumber } from '../../../../lib/format.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  join: `${brand} encuentra los mejores momentos de tus rodadas.`,
  joinAction: 'Ver cómo funciona',
  watchHere: `Ver en ${brand}`,
  title: 'Compartir con un enlace',
  titleClip: 'Compartir este clip',
  page: 'Página pública',
  pageText: 'Aquí cualquiera puede ver este video, y los buscadores pueden mostrarlo.',
  pageLink: 'Dirección de la página pública',
  pageSeen: (count: number) => {
    if (count === 0) return 'Nadie lo ha visto aquí todavía.'
    return count === 1 ? 'Aquí lo vio 1 persona.' : `Aquí lo vieron ${formatNumber(count)} personas.`
  },
  off: 'Solo tú y nuestro equipo pueden ver este video.',
  offClip: 'Solo tú y nuestro equipo pueden ver este clip.',
  offPublished: 'Mándale este video a quien quieras. No necesita una cuenta.',
  on: 'Cualquiera con el enlace puede verlo. No aparece en buscadores.',
  switch: 'Compartir este video con un enlace',
  switchClip: 'Compartir este clip con un enlace',
  link: 'Enlace',
  copy: 'Copiar enlace',
  copied: 'Copiado',
  share: 'Compartir',
  showCode: 'Mostrar código QR',
  hideCode: 'Ocultar código QR',
  code: 'Código QR del enlace',
  seen: (count: number) => {
    if (count === 0) return 'Nadie lo ha abierto todavía.'
    return count === 1 ? 'Lo abrió 1 persona.' : `Lo abrieron ${formatNumber(count)} personas.`
  },
  noEarnings: 'Estas vistas no generan ganancias.',
  limit: (count: number) =>
    `Hasta que nuestro equipo apruebe el video, ${formatNumber(count)} personas al día pueden abrir el enlace.`,
  loading: 'Cargando el enlace',
  failed: 'No pudimos cargar el enlace',
  retry: 'Intentar de nuevo',
  onFailed: 'No se creó el enlace',
  offDone: { title: 'Enlace desactivado', description: 'La dirección anterior ya no funciona.' },
  offFailed: 'No se desactivó el enlace',
  noConnection: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
  report: {
    open: 'Reportar este video',
    title: 'Reportar este video',
    explain: 'Nuestro equipo revisa cada reporte. No necesitas una cuenta.',
    reason: '¿Qué está mal?',
    reasons: {
      unsafe: 'Manejo peligroso o ilegal',
      privacy: 'Me muestra a mí o algo mío sin permiso',
      rights: 'Usa mi música o mis videos',
      offensive: 'Odio, violencia o desnudez',
      other: 'Otra cosa',
    },
    words: 'Cuéntanos más (opcional)',
    send: 'Enviar reporte',
    cancel: 'Cancelar',
    done: { title: 'Reporte enviado', description: 'Gracias. Nuestro equipo lo va a revisar.' },
    failed: 'No se envió el reporte',
  },
} satisfies Translation<typeof english>
