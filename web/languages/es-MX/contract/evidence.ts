import type { EvidenceType } from '#contract/evidence.ts'

/** What a moment is called by what was measured. */
export const evidenceNames = {
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
} satisfies Record<EvidenceType, string>
