import { clock } from '#contract/clock.ts'
import type { advice as english } from '#server/analysis/sentences/advice.ts'
import { percent } from '#server/analysis/sentences/percent.ts'
import type { Translation } from '#server/core/sentences.ts'

const types = (count: number) => `${count} ${count === 1 ? 'tipo' : 'tipos'}`

export const advice = {
  hookQuiet: ({ seconds, share }) =>
    `Los primeros ${seconds} segundos son tranquilos (${percent(share)} de emoción).`,
  hookSome: ({ seconds, share }) =>
    `Los primeros ${seconds} segundos tienen algo de acción (${percent(share)} de emoción).`,
  hookFull: ({ seconds, share }) =>
    `Los primeros ${seconds} segundos están llenos de acción (${percent(share)} de emoción).`,
  moveUp: ({ time, name }) =>
    `Pasa el momento destacado de ${clock(time)} (${name}) a los primeros 3 segundos.`,
  strongest: ({ share, highlight }) => `El momento más fuerte llega al ${percent(share)}: ${highlight}.`,
  noneStandsOut: 'Ningún momento sobresale.',
  addAction: 'Agrega tomas con un salto, velocidad, una vuelta cerrada o un paisaje.',
  shareOfAction: ({ share }) => `El ${percent(share)} de la rodada es acción.`,
  cutDown: 'Recórtala a sus mejores momentos.',
  variety: ({ kinds, places }) => `${types(kinds)} de momentos destacados en ${types(places)} de escenas.`,
  mix: 'Combina acción con un paisaje u otro tipo de terreno.',
  picture: ({ light, contrast, color, lines }) =>
    `Luz ${percent(light)}, contraste ${percent(contrast)}, color ${percent(color)}, ${lines}p.`,
  correctExposure: 'Corrige la exposición.',
  raiseSaturation: 'Sube un poco la saturación.',
  noSound: 'El video no tiene sonido.',
  addMusic: 'Agrega música o el sonido del motor.',
  wind: ({ share }) =>
    `El ${percent(share)} de la energía del sonido está por debajo de 160 Hz: casi todo es viento.`,
  filterWind: 'Filtra el viento o agrega música.',
  lasts: ({ seconds, from, to }) =>
    `Dura ${clock(seconds)}; en los feeds funcionan mejor de ${from} a ${to} segundos.`,
  publishReel: 'Publica un reel de 15 a 60 segundos.',
  offCenter: ({ share, lines }) =>
    `Los mejores momentos se apartan del centro un ${percent(share)} del ancho; un recorte vertical mide ${lines} pixeles de alto.`,
  vertical: 'Ya es vertical.',
  recordLarger: 'Graba en 1080p o más.',
  keepCentered: 'Mantén la acción al centro para que un recorte vertical la muestre.',
  doubt: ({ moves, counts }) =>
    `Los datos de los sensores muestran una rodada, pero la imagen solo se mueve el ${percent(moves)} de ese tiempo, así que cuentan al ${percent(counts)}.`,
  cutDull: ({ seconds }) => `Corta ${Math.round(seconds)} s en los que pasa poco.`,
  hurryDull: ({ seconds }) => `Acelera o corta ${Math.round(seconds)} s en los que pasa poco.`,
  slowMotion: ({ seconds, fps }) =>
    `Muestra los ${seconds.toFixed(1)} s en el aire a media velocidad; con ${Math.round(fps)} cuadros por segundo se ve fluido.`,
  brighten: ({ level }) => `Aclara la imagen: su brillo promedio es ${Math.round(level)} de 255.`,
  saturate: ({ level }) => `Sube la saturación: el colorido es ${Math.round(level)}; 33 es moderado.`,
  stabilize: ({ level }) => `Estabiliza la imagen: tiembla ${level.toFixed(2)} anchos de cuadro por segundo.`,
  cutWind: ({ share }) =>
    `Corta el sonido por debajo de 160 Hz: ahí está el ${percent(share)} de su energía, casi todo viento.`,
  caption: ({ fact }) => `Muestra “${fact}” en pantalla.`,
  coverAt: ({ name, time, merits }) => `${name} en el segundo ${time.toFixed(1)}: ${merits}`,
  frameAt: ({ time, merits }) => `Cuadro del segundo ${time.toFixed(1)}: ${merits}`,
  merits: ({ first, second }) => `${first} y ${second}`,
  sharp: 'nítido',
  colorful: 'colorido',
  contrast: 'con mucho contraste',
  composed: 'bien compuesto',
} satisfies Translation<typeof english>
