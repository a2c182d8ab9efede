import { enoughLabels } from '#contract/constants.ts'
import type { texts as english } from '../../../../features/learning/texts.ts'
import { formatNumber } from '../../../../lib/format.ts'
import type { Translation } from '../../../translation.ts'

const verdicts = (count: number) => (count === 1 ? '1 veredicto' : `${formatNumber(count)} veredictos`)
const videos = (count: number) => (count === 1 ? '1 video' : `${formatNumber(count)} videos`)
const versionName = (version: number) => (version === 0 ? 'Pesos originales' : `Versión ${version}`)
const inSentence = (version: number) => (version === 0 ? 'los pesos originales' : `la versión ${version}`)

export const texts = {
  title: 'Pesos del puntaje',
  explain:
    'Cuando el equipo aprueba, rechaza o recorta un momento, también dice si su puntaje era correcto. Cada noche el servidor compara puntajes y veredictos, y propone otros pesos si se ajustan mejor. Nada cambia hasta que un administrador decide.',
  failed: 'No pudimos cargar los pesos del puntaje',
  loading: 'Cargando los pesos del puntaje',
  tryAgain: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
  versionName,
  inUse: {
    title: 'En uso',
    stale: (version: number) =>
      `La versión ${version} se ajustó para un análisis anterior. Se usan los pesos originales hasta la próxima propuesta.`,
    builtIn: 'Vienen con el programa. Ningún administrador los ha cambiado.',
    since: (when: string, who: string) => `Los eligió ${who}, ${when}`,
    basis: (labels: number, ofVideos: number) =>
      `Se puede aprender de ${verdicts(labels)} en ${videos(ofVideos)}.`,
  },
  proposal: {
    title: (version: number) => `Propuesta: versión ${version}`,
    none: 'Sin propuesta',
    basis: (labels: number, ofVideos: number, when: string) =>
      `De ${verdicts(labels)} en ${videos(ofVideos)}, ${when}.`,
    gain: (before: number, after: number) =>
      `Hoy los puntajes y los veredictos difieren en ${before} puntos. Con estos pesos diferirían en ${after}, según videos que el ajuste no ha visto.`,
    tableLabel: (version: number) => `Puntajes de hoy y con la versión ${version}`,
    columns: {
      kind: 'Momento',
      verdicts: 'Veredictos',
      kept: 'Conservados',
      scores: 'Puntaje',
      error: 'Error',
    },
    about:
      'Conservados: aprobados o recortados. Puntaje: el de hoy y el propuesto, con evidencia débil, clara y fuerte. Error: puntos entre los puntajes y la parte que se conservó.',
    strengths: ['Débil', 'Clara', 'Fuerte'],
    unchanged: 'Sin cambios',
    spoken: (today: number, proposed: number) => `${today} hoy, ${proposed} propuesto`,
    counts: (labels: number, kept: string) => `${verdicts(labels)}, ${kept} conservados`,
    of: (labels: number, ofVideos: number) => `${formatNumber(labels)} en ${videos(ofVideos)}`,
    use: 'Usar estos pesos',
    dismiss: 'Descartar',
  },
  outcomes: {
    too_few: `Una propuesta necesita al menos ${enoughLabels.labels} veredictos en ${enoughLabels.videos} videos.`,
    same_labels: 'No hay veredictos nuevos desde la última propuesta.',
    no_order: 'Todavía no hay pesos que ayuden: los veredictos no coinciden con las mediciones.',
    no_better: 'No hay mejores pesos: los puntajes de hoy ya son los que más se acercan a los veredictos.',
    dismissed: `La última propuesta se descartó. La siguiente llega después de ${enoughLabels.afterDismissal} veredictos más.`,
    proposed: 'Ya se decidió sobre la última propuesta.',
  },
  never: 'La primera comparación se hace esta noche.',
  compared: (when: string) => `Última comparación: ${when}.`,
  ask: {
    cancel: 'Cancelar',
    use: {
      title: (version: number) => `¿Usar ${inSentence(version)}?`,
      text: 'Desde ahora, cada análisis se puntúa con ellos. Los puntajes que ya se muestran y los precios de los videos aprobados no cambian. Puedes regresar a los anteriores cuando quieras.',
      confirm: (version: number) => `Usar ${inSentence(version)}`,
    },
    dismiss: {
      title: (version: number) => `¿Descartar la versión ${version}?`,
      text: `Los puntajes no cambian. La siguiente propuesta llega después de ${enoughLabels.afterDismissal} veredictos más.`,
      confirm: () => 'Descartar propuesta',
    },
  },
  toasts: {
    used: (version: number) => ({
      title: 'Pesos actualizados',
      description: `Desde ahora, cada análisis usa ${inSentence(version)}.`,
    }),
    dismissed: { title: 'Propuesta descartada' },
    failed: 'No se cambiaron los pesos',
  },
  history: {
    title: 'Historial',
    again: 'Volver a usar',
    againLabel: (version: number) => `Volver a usar ${inSentence(version)}`,
    fromStart: 'Desde el inicio',
    by: (who: string, when: string) => `${who}, ${when}`,
  },
  sources: { telemetry: 'con telemetría', picture: 'imagen y sonido' },
} satisfies Translation<typeof english>
