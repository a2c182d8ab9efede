import type { texts as english } from '../../../../features/two-step/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  page: {
    setup: 'Configura la verificación en dos pasos',
    missing: 'Verificación en dos pasos',
    whySetup: 'El equipo inicia sesión con verificación en dos pasos. Configúrala para continuar.',
    whyMissing: 'Escribe el código de tu app de autenticación o uno de tus códigos de recuperación.',
  },
  code: {
    label: 'Código',
    hint: 'Seis dígitos o un código de recuperación. Cada uno sirve una vez.',
    appHint: 'Los seis dígitos que muestra la app ahora.',
    submit: 'Confirmar',
    submitting: 'Confirmando...',
    failed: 'No pudimos revisar el código. Inténtalo de nuevo.',
  },
  setup: {
    begin: 'Configurar',
    beginning: 'Configurando...',
    failed: 'No pudimos configurar la verificación en dos pasos. Inténtalo de nuevo.',
    add: 'Escanea este código con tu app de autenticación o escribe la clave a mano. Luego escribe el código que muestra la app.',
    picture: 'Código QR de la clave, para una app de autenticación en otro dispositivo',
    secret: 'Clave',
    open: 'Abrir en una app de autenticación de este dispositivo',
    copy: 'Copiar clave',
    copied: 'Copiado',
  },
  codes: {
    title: 'Tus códigos de recuperación',
    explain:
      'Cada uno reemplaza a la app una vez, si la pierdes. Guárdalos donde solo tú los encuentres: se muestran solo esta vez.',
    copy: 'Copiar códigos',
    copied: 'Copiado',
    done: 'Ya los guardé',
  },
} satisfies Translation<typeof english>
