import { labelIn } from '#server/analysis/sentences/label-names.ts'
import type { measured as english, names as englishNames } from '#server/analysis/sentences/measured.ts'
import type { Translation } from '#server/core/sentences.ts'

/** The same names as in the web app. */
export const evidence = {
  jump: 'Salto',
  hard_landing: 'Aterrizaje fuerte',
  impact: 'Golpe',
  rollover: 'Volcadura',
  rotation: 'Giro',
  sharp_turn: 'Vuelta cerrada',
  hard_braking: 'Frenado fuerte',
  slowing: 'Frenado',
  acceleration: 'Aceleración fuerte',
  speed: 'Velocidad',
  fast_stretch: 'Tramo rápido',
  swing: 'Vuelta',
  shaken_picture: 'Tramo accidentado',
  seen_climb: 'Tramo de subida',
  seen_descent: 'Tramo de bajada',
  rough_ground: 'Terreno accidentado',
  climb: 'Subida',
  descent: 'Bajada',
  cheer: 'Voces',
  motion_burst: 'Movimiento rápido',
  sound_burst: 'Momento ruidoso',
  air_then_thump: 'Posible salto',
  rush: 'Ráfaga',
  splash: 'Salpicadura',
  scenic: 'Vista panorámica',
  camera_tag: 'Marca de la cámara',
  label: 'Etiqueta',
} satisfies Translation<typeof englishNames>

const lateral = (pull: number | null) => (pull === null ? '' : `, ${pull.toFixed(1)} g hacia un lado`)
const at = (speed: unknown) => (speed === null ? '' : ` a ${speed}`)

export const measured = {
  headline: ({ name, first, second, third }) =>
    `${name}: ${[first, second, third].filter(fact => fact !== null).join(', ')}`,
  airtime: ({ seconds, speed }) =>
    `${seconds.toFixed(1)} s en el aire${speed === null ? '' : `, ${speed} al despegar`}`,
  landing: ({ g }) => `aterrizaje de ${g.toFixed(1)} g`,
  changeOfSpeed: ({ before, after, g }) => `de ${before} a ${after} con ${g.toFixed(1)} g`,
  speed: ({ speed }) => `${speed}`,
  up: ({ height, grade }) => `${height} de subida con ${Math.round(grade)}% de pendiente`,
  down: ({ height, grade }) => `${height} de bajada con ${Math.round(grade)}% de pendiente`,
  tiltedUp: ({ grade, seconds }) =>
    `${seconds.toFixed(1)} s de subida con ${Math.round(grade)}% de pendiente`,
  tiltedDown: ({ grade, seconds }) =>
    `${seconds.toFixed(1)} s de bajada con ${Math.round(grade)}% de pendiente`,
  turn: ({ degrees, seconds, speed, pull }) =>
    `${Math.round(degrees)}° en ${seconds.toFixed(1)} s${at(speed)}${lateral(pull)}`,
  rotation: ({ degrees, seconds, speed }) =>
    `${Math.round(degrees)}° de giro en ${seconds.toFixed(1)} s${at(speed)}`,
  braking: ({ g, seconds }) => `frenado de ${g.toFixed(1)} g durante ${seconds.toFixed(1)} s`,
  acceleration: ({ g, seconds }) => `aceleración de ${g.toFixed(1)} g durante ${seconds.toFixed(1)} s`,
  eitherWay: ({ g, seconds }) => `cambio de velocidad de ${g.toFixed(1)} g durante ${seconds.toFixed(1)} s`,
  slowing: ({ percent, seconds, quieter }) =>
    `avance ${Math.round(percent)}% más lento en ${seconds.toFixed(1)} s${quieter === null ? '' : `, ${Math.round(quieter)} dB menos de ruido`}`,
  rolledOver: ({ degrees }) => `volcadura de ${Math.round(degrees)}° y siguió rodando`,
  hit: ({ g }) => `golpe de ${g.toFixed(1)} g`,
  rough: ({ seconds, g }) => `${seconds.toFixed(1)} s de terreno accidentado, ${g.toFixed(1)} g`,
  thump: ({ seconds, loudness }) =>
    `${seconds.toFixed(1)} s de ruido de viento y luego un golpe de aterrizaje de ${Math.round(loudness)} dB`,
  loud: ({ loudness }) => `${Math.round(loudness)} dB sobre la mediana de la rodada`,
  rushing: ({ seconds, loudness }) =>
    `${seconds.toFixed(1)} s de sonido de viento o agua, ${Math.round(loudness)} dB sobre la mediana`,
  fast: ({ ratio, seconds }) =>
    `${seconds.toFixed(1)} s a unas ${ratio.toFixed(1)} veces el ritmo habitual de la rodada`,
  swing: ({ widths, seconds }) =>
    `la vista gira ${widths.toFixed(1)} anchos de imagen en ${seconds.toFixed(1)} s`,
  shaken: ({ ratio, seconds }) =>
    `${seconds.toFixed(1)} s de sacudidas ${ratio.toFixed(1)} veces más fuertes que las habituales`,
  sinks: ({ percent, seconds }) =>
    `el horizonte baja un ${Math.round(percent)}% de la altura de la imagen durante ${seconds.toFixed(1)} s`,
  rises: ({ percent, seconds }) =>
    `el horizonte sube un ${Math.round(percent)}% de la altura de la imagen durante ${seconds.toFixed(1)} s`,
  jolted: ({ jolt }) => `un golpe ${jolt.toFixed(1)} veces más fuerte que las sacudidas previas`,
  thumped: ({ loudness, jolt }) =>
    `un golpe de ${Math.round(loudness)} dB, ${jolt.toFixed(1)} veces más fuerte que las sacudidas previas`,
  hiss: ({ seconds, loudness }) =>
    `${seconds.toFixed(1)} s de siseo arriba de 4 kHz, ${Math.round(loudness)} dB sobre la mediana`,
  voices: ({ loudness }) => `voces ${Math.round(loudness)} dB sobre la mediana`,
  motion: ({ ratio }) => `movimiento de cámara ${ratio.toFixed(1)} veces la mediana de la rodada`,
  colorful: ({ ratio }) => `tranquilo y ${ratio.toFixed(1)} veces más colorido que el resto`,
  moreColorful: ({ ratio }) => `${ratio.toFixed(1)} veces más colorido que antes y después`,
  colorfulness: ({ value }) => `tranquilo, con un colorido de ${Math.round(value)}`,
  tagged: 'el piloto presionó el botón de momento destacado',
  taggedByMotion: 'la cámara marcó su movimiento',
  taggedBySound: 'la cámara marcó un cambio de sonido',
  taggedByBoth: 'la cámara marcó movimiento y sonido a la vez',
  looksLike: ({ name, percent }) => `parece ${labelIn('es-MX', name)} (${percent}%)`,
  soundsLike: ({ name, percent }) => `suena a ${labelIn('es-MX', name)} (${percent}%)`,
  stillAfterHit: ({ g, seconds }) =>
    `Un golpe de ${g.toFixed(1)} g y luego ningún movimiento durante ${Math.round(seconds)} s.`,
  stillAfterTurn: ({ degrees, seconds }) =>
    `Una volcadura de ${Math.round(degrees)}° y luego ningún movimiento durante ${Math.round(seconds)} s.`,
  nothing:
    'Nada sobresale en este video: no se midió ningún salto, golpe, velocidad, vuelta cerrada, sonido ni paisaje.',
  tooWeak: ({ name, seconds, strength, needed }) =>
    `Ningún momento llegó a la fuerza de ${needed} que necesita un momento destacado; el más fuerte fue ${String(name).toLowerCase()} en el segundo ${Math.round(seconds)}, con ${strength.toFixed(2)}.`,
  trail: 'Rodando en terreno mixto',
  forest: 'Rodando entre vegetación',
  desert: 'Rodando en terreno claro y arenoso',
  mud: 'Rodando en terreno oscuro y lodoso',
  water: 'Agua o cielo azul en la mitad inferior',
  snow: 'Rodando en terreno blanco',
  beach: 'La cámara ve una playa',
  town: 'La cámara ve un poblado',
  indoor: 'La cámara ve un interior',
  night: 'Imagen oscura',
  parked: 'Sin moverse',
  talking: 'Sin moverse, gente platicando',
  hardlyMoving: 'Casi sin moverse',
  scene: ({ sight, speed, shaking }) =>
    [`${sight}`, speed, shaking === null ? null : `terreno accidentado, ${shaking.toFixed(1)} g`]
      .filter(part => part !== null)
      .join(', '),
} satisfies Translation<typeof english>
