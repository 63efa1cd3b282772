/** Names as they stand in Denver's phone book, and what people call their places. */

export const FIRST_NAMES: readonly string[] =
  'Aaliyah,Abebe,Adrián,Alejandra,Amara,Andrés,Anh,Ashley,Beatriz,Ben,Bianca,Brandon,Camila,Carlos,Catherine,Chidi,Claire,Cristóbal,Dana,Daniela,Darnell,Diego,Dolores,Elena,Eli,Emeka,Esperanza,Fatima,Fernando,Gabriela,Grace,Guadalupe,Hannah,Héctor,Hiroshi,Ingrid,Isabel,Itzel,Jamal,Jasmine,Javier,Jennifer,Joaquín,José,Josué,Julia,Kayla,Keisha,Kiran,Kwame,Laura,Lucía,Luis,Mai,Malik,Marcus,Mariana,Martín,Mateo,Mercedes,Miguel,Minh,Mónica,Nadia,Natalie,Nicolás,Noor,Óscar,Paloma,Patrick,Priya,Rafael,Ramón,Rebecca,Renée,Rosa,Ruth,Samuel,Sara,Sergio,Siobhán,Sofía,Solomon,Tatiana,Teresa,Thomas,Tomás,Tyrell,Valentina,Verónica,Víctor,Wei,Ximena,Yolanda,Zoë'.split(
    ',',
  )

export const LAST_NAMES: readonly string[] =
  'Abara,Aguilar,Alvarado,Anderson,Archuleta,Begay,Benavídez,Bennett,Bergström,Cárdenas,Castillo,Chávez,Chen,Cohen,Cordova,Delgado,Desta,Díaz,Duarte,Espinoza,Fernández,Fisher,Flores,Gallegos,García,Girma,Gómez,González,Gutiérrez,Haile,Hernández,Herrera,Hughes,Ibarra,Iyer,Jackson,Jaramillo,Jiménez,Johnson,Kowalski,Larsen,Lê,León,López,Lucero,Maestas,Márquez,Martínez,Medina,Mejía,Mendoza,Montoya,Morales,Muñoz,Murphy,Nguyễn,Núñez,O’Brien,Okafor,Olsen,Ortega,Ortiz,Park,Patel,Peña,Pérez,Pham,Quintana,Ramírez,Reyes,Rivera,Robinson,Rodríguez,Romero,Ruiz,Salazar,Sánchez,Sandoval,Schmidt,Silva,Singh,Tadesse,Tafoya,Thompson,Torres,Trujillo,Valdez,Vásquez,Vigil,Walker,Washington,Williams,Yazzie,Zamora,Zhang,Zúñiga'.split(
    ',',
  )

/** Who bears one of these often prefers Spanish; it is a coin's toss all the same. */
export const SPANISH_ENDINGS = /(ez|ía|ña|illo|oya|ales|ero|eno|ado|ona|al|ín|án|ón|és)$/

export const RENTAL_NAMES: readonly string[] =
  'Bungalow,Carriage house,Garden flat,Loft,Cottage,Victorian,Townhouse,Studio,Duplex,Casita,Rowhouse,Guest house'.split(
    ',',
  )

export const APARTMENT_NAMES: readonly string[] =
  'Arbor Court,Aspen Heights,Bluebird Terrace,Cottonwood Commons,Front Range Flats,Juniper Place,La Alma Lofts,Mile High Manor,Ponderosa Park,Prairie Gate,South Platte Lofts,Sunflower Square'.split(
    ',',
  )

export const ACCESS_NOTES: readonly string[] =
  '|||Side gate sticks, lift and push.|Gate code 2580.|Bins behind the garage, alley side.|Dog in the yard until nine, friendly.|Lockbox on the railing, code 4417.|Please close the gate, chickens.|Ring the bell, grandma opens.|El portón se abre hacia adentro.'.split(
    '|',
  )

export const VEHICLES: readonly string[] =
  'Ford F-150,Toyota Tacoma,Ram 1500,Chevrolet Express,Toyota Tacoma with trailer,Nissan NV200,Honda Ridgeline'.split(
    ',',
  )
