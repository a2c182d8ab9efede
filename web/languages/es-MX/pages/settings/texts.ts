import { taxRecords } from '#contract/money/tax-forms.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { texts as english } from '../../../../pages/settings/texts.ts'
import type { Translation } from '../../../translation.ts'

const failed = (description: string): ToastContent => ({
  title: 'Error',
  description,
  variant: 'destructive',
})

export const texts = {
  title: 'Configuración',
  profile: {
    title: 'Perfil',
    explain: 'Lo que otros leen de ti: biografía, estilo de manejo, experiencia y ubicación.',
    open: 'Editar perfil',
  },
  reading: {
    title: 'Idioma y unidades',
    language: 'Idioma',
    units: 'Unidades',
    systems: { imperial: 'mph y pies', metric: 'km/h y metros' },
  },
  privacy: {
    title: 'Privacidad',
    homeZone: 'Ocultar dónde empiezan y terminan mis rodadas',
    about:
      'Los demás, también nuestro equipo, no ven nada que el GPS haya medido cerca de donde empiezan y terminan tus rodadas, ni cuando solo pasas por ahí. Si lo desactivas, se muestra. Los lugares que agregaste abajo siguen ocultos de todos modos. Tú siempre ves todo. La imagen del video no cambia; los títulos y las descripciones quedan como están hasta el siguiente análisis.',
    map: 'Mostrar un mapa en mis páginas públicas',
    aboutMap:
      'Las páginas de tus videos publicados muestran entonces tu rodada en un mapa, con sus alturas. Tus lugares privados siguen ocultos.',
    learning: 'Aprender de las revisiones de mis videos',
    aboutLearning:
      'Lo que nuestro equipo decide sobre tus momentos ayuda a mejorar los puntajes. Desactívalo para eliminar lo guardado sobre tus videos y no guardar nada nuevo. Tus videos se revisan igual.',
    learningOff: (deleted: number): ToastContent => ({
      title: 'Ya no aprendemos de las revisiones de tus videos',
      description:
        deleted === 0
          ? 'No había nada guardado sobre tus videos.'
          : deleted === 1
            ? 'Se eliminó 1 veredicto guardado.'
            : `Se eliminaron ${deleted} veredictos guardados.`,
    }),
    learningOn: { title: 'Ahora aprendemos de las revisiones de tus videos' },
    learningFailed: failed('No se pudo cambiar la opción. Inténtalo de nuevo.'),
  },
  privatePlaces: 'Lugares privados',
  sessions: {
    title: 'Dónde tienes sesión abierta',
    notLoaded: 'No pudimos cargar tus sesiones',
    current: 'Este navegador',
    unknown: 'Navegador desconocido',
    browserOn: (browser: string, system: string) => `${browser} en ${system}`,
    signedIn: (when: string) => `Iniciaste sesión el ${when}`,
    from: (address: string) => ` desde ${address}`,
    end: 'Cerrar sesión',
    ending: 'Cerrando sesión...',
    endLabel: (what: string, when: string) => `Cerrar sesión en ${what}, iniciada el ${when}`,
    endHere: 'Cerrar sesión aquí',
    endOthers: 'Cerrar sesión en todos los demás',
    endingOthers: 'Cerrando sesión...',
    ended: { title: 'Se cerró esa sesión' },
    endedOthers: { title: 'Se cerraron las demás sesiones' },
    failed: failed('No se pudo cerrar esa sesión. Inténtalo de nuevo.'),
  },
  factor: {
    title: 'Verificación en dos pasos',
    notLoaded: 'No pudimos cargar el estado de tu verificación en dos pasos',
    off: 'Con una app de autenticación, nadie puede entrar solo con tu correo.',
    on: (left: number) =>
      `Activada. Al iniciar sesión te pedimos un código de tu app de autenticación. Códigos de recuperación restantes: ${left}.`,
    unproven: 'Primero confirma tu correo: inicia sesión una vez con un enlace por correo o con Google.',
    renew: 'Nuevos códigos de recuperación',
    turnOff: 'Desactivar',
    cancel: 'Cancelar',
    turnedOff: { title: 'Verificación en dos pasos desactivada' },
  },
  data: {
    title: 'Tus datos',
    explain: 'Un archivo con todo lo que guardamos sobre ti, en JSON.',
    download: 'Descargar tus datos',
  },
  deletion: {
    title: 'Eliminar cuenta',
    explain:
      'Elimina tu cuenta y todos tus videos con sus archivos. No se puede deshacer. El dinero que ganaste y no se te ha pagado queda retenido y nuestro equipo decide sobre él: si puedes, solicita antes un pago.',
    kept: `Si te pagamos, la ley fiscal nos obliga a guardar tu nombre legal, el ID de tu cuenta de Stripe y lo que se te pagó durante ${taxRecords.years} años después de la fecha límite de los formularios fiscales del año de tu último pago. Después borramos tu nombre y el ID.`,
    open: 'Eliminar cuenta',
    confirm: (email: string) => `Para confirmar, escribe tu correo: ${email}`,
    field: 'Tu correo electrónico',
    submit: 'Eliminar todo',
    submitting: 'Eliminando...',
    failed: 'No se pudo eliminar la cuenta. Inténtalo de nuevo.',
    done: { title: 'Cuenta eliminada', description: 'Todo lo tuyo se eliminó.' },
  },
} satisfies Translation<typeof english>
