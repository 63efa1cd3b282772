/** Why a property, a group, a file or one of its rows is refused, in words. */
export const IMPORT_SENTENCES = {
  group_name_taken: {
    en: 'You already have a group with this name.',
    es: 'Ya tienes un grupo con este nombre.',
  },
  has_live_work: {
    en: 'Work is still booked here. End it first.',
    es: 'Todavía hay trabajos reservados aquí. Termínalos primero.',
  },
  import_running: {
    en: 'Another import is still running. Wait until it is done.',
    es: 'Otra importación está en curso. Espera a que termine.',
  },
  import_started: {
    en: 'This import has already started.',
    es: 'Esta importación ya comenzó.',
  },
  file_empty: {
    en: 'This file has no rows.',
    es: 'Este archivo no tiene filas.',
  },
  file_not_text: {
    en: 'This is not a CSV file. Save the table as CSV and send that.',
    es: 'Este no es un archivo CSV. Guarda la tabla como CSV y envíala.',
  },
  file_not_utf8: {
    en: 'This file is not in UTF-8. Save it as “CSV UTF-8” and send it again.',
    es: 'Este archivo no está en UTF-8. Guárdalo como «CSV UTF-8» y envíalo de nuevo.',
  },
  file_lost: {
    en: 'The file is no longer there. Please send it again.',
    es: 'El archivo ya no está. Envíalo de nuevo.',
  },
  header_missing: {
    en: 'The first line must name the columns.',
    es: 'La primera línea debe nombrar las columnas.',
  },
  columns_too_many: {
    en: 'This file has more than 200 columns.',
    es: 'Este archivo tiene más de 200 columnas.',
  },
  rows_too_many: {
    en: 'This file has more than 20,000 rows. Send it in parts.',
    es: 'Este archivo tiene más de 20,000 filas. Envíalo por partes.',
  },
  places_missing: {
    en: 'We found no columns with coordinates or addresses.',
    es: 'No encontramos columnas con coordenadas o direcciones.',
  },
  address_unknown: {
    en: 'We could not find this address. Give its coordinates.',
    es: 'No encontramos esta dirección. Indica sus coordenadas.',
  },
  lookup_failed: {
    en: 'The address search did not answer. Import this row again later.',
    es: 'La búsqueda de direcciones no respondió. Importa esta fila más tarde.',
  },
  columns_missing: {
    en: 'Choose a column for the name, and columns for the coordinates or the address.',
    es: 'Elige una columna para el nombre y columnas para las coordenadas o la dirección.',
  },
  name_missing: {
    en: 'The name is missing.',
    es: 'Falta el nombre.',
  },
  coordinates_missing: {
    en: 'The coordinates are missing, and there is no address.',
    es: 'Faltan las coordenadas y no hay dirección.',
  },
  coordinates_invalid: {
    en: 'These coordinates are not a place on the map.',
    es: 'Estas coordenadas no son un lugar en el mapa.',
  },
  coordinates_out_of_range: {
    en: 'This place is outside the area we serve.',
    es: 'Este lugar está fuera del área que atendemos.',
  },
  reference_duplicated: {
    en: 'This row is already in the file.',
    es: 'Esta fila ya está en el archivo.',
  },
  text_too_long: {
    en: 'This text is too long.',
    es: 'Este texto es demasiado largo.',
  },
  control_characters: {
    en: 'This text has characters that cannot be shown.',
    es: 'Este texto tiene caracteres que no se pueden mostrar.',
  },
  row_malformed: {
    en: 'This row cannot be read. Check its quotes and commas.',
    es: 'No se puede leer esta fila. Revisa sus comillas y comas.',
  },
} as const
