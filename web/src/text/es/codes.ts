import { codedRows } from './coded-rows.ts';

/** Codes of claims and of file acknowledgments in Spanish. */
export const codeTexts = {
  place_of_service: codedRows(`
01 Farmacia
02 Telesalud fuera del domicilio del paciente
03 Escuela
04 Albergue para personas sin hogar
05 Centro independiente del Servicio de Salud Indígena
06 Centro del Servicio de Salud Indígena en un hospital
07 Centro tribal 638 independiente
08 Centro tribal 638 en un hospital
09 Prisión o centro correccional
10 Telesalud en el domicilio del paciente
11 Consultorio
12 Domicilio
13 Residencia con asistencia
14 Hogar de grupo
15 Unidad móvil
16 Alojamiento temporal
17 Clínica en un comercio
18 Lugar de trabajo
19 Consulta externa de un hospital, fuera del recinto
20 Centro de atención urgente
21 Hospital, paciente internado
22 Consulta externa de un hospital, en el recinto
23 Urgencias de un hospital
24 Centro de cirugía ambulatoria
25 Casa de partos
26 Centro médico militar
27 Atención en la calle
31 Centro de enfermería especializada
32 Centro de enfermería
33 Centro de cuidados de custodia
34 Hospicio
41 Ambulancia terrestre
42 Ambulancia aérea o acuática
49 Clínica independiente
50 Centro de salud con calificación federal
51 Centro psiquiátrico, paciente internado
52 Centro psiquiátrico, hospitalización parcial
53 Centro comunitario de salud mental
54 Centro intermedio para personas con discapacidad intelectual
55 Centro residencial de tratamiento de adicciones
56 Centro residencial de tratamiento psiquiátrico
57 Centro no residencial de tratamiento de adicciones
58 Centro no residencial de tratamiento con opioides
60 Centro de vacunación masiva
61 Centro de rehabilitación integral, paciente internado
62 Centro de rehabilitación integral, paciente externo
65 Centro de tratamiento de enfermedad renal terminal
66 Centro de programas de atención integral para mayores
71 Clínica de salud pública
72 Clínica rural
81 Laboratorio independiente
99 Otro lugar de servicio
`),
  claim_filing: codedRows(`
11 Otros programas no federales
12 Organización de prestadores preferidos
13 Punto de servicio
14 Organización de prestadores exclusivos
15 Seguro de indemnización
16 Organización de mantenimiento de la salud, riesgo de Medicare
17 Organización de mantenimiento dental
AM Seguro médico de automóvil
BL Blue Cross/Blue Shield
CH TRICARE
CI Seguro comercial
DS Discapacidad
FI Programa de empleados federales
HM Organización de mantenimiento de la salud
LM Seguro médico de responsabilidad
MA Medicare parte A
MB Medicare parte B
MC Medicaid
OF Otro programa federal
TV Título V
VA Plan de veteranos
WC Accidentes de trabajo
ZZ Definido entre las partes
`),
  acknowledgment: codedRows(`
A aceptado
E aceptado con errores
P aceptado en parte
R rechazado
M rechazado, falló la autenticación
W rechazado, falló la garantía
X rechazado, no se puede descifrar
`),
};

/** Claim status categories (code source 507) in Spanish. */
export const statusCategories = codedRows(`
A0 reenviada a otra entidad
A1 recibida, aún no aceptada
A2 aceptada para adjudicación
A3 devuelta por no procesable
A4 no encontrada
A5 dividida al aceptarla
A6 rechazada por falta de información
A7 rechazada por información no válida
A8 rechazada por campos que no concuerdan
P0 pendiente, siguen los detalles
P1 pendiente, en trámite
P2 pendiente, en revisión del pagador
P3 pendiente, se pidió información al prestador
P4 pendiente, se pidió información al paciente
P5 pendiente, retención administrativa del pagador
F0 finalizada, detalles en la remesa
F1 finalizada, pagada
F2 finalizada, denegada
F3 finalizada, revisada
F3F finalizada, reenviada
F3N finalizada, no reenviada
F4 finalizada, no habrá pago
F5 finalizada, no se puede procesar
R0 se pide más información
R1 se pide más información sobre una entidad
R3 se pide más información sobre la reclamación o la línea
R4 se pide documentación
RQ pregunta general, se pide información
E0 sin respuesta: error en la solicitud
E1 sin respuesta: sistema no disponible
E2 sin respuesta: el titular de la información no responde
E3 se debe corregir: campos que no concuerdan
E4 no se cumple un requisito del socio
D0 la búsqueda no tuvo resultado
X0 mensaje adicional
`);

/** The frequent claim status codes (code source 508) in Spanish. Of others the code alone is shown. */
export const statusCodes = codedRows(`
0 sin más detalle por vía electrónica
1 vea la remesa
3 adjudicada, espera el ciclo de pago
16 reenviada a una entidad
17 reenviada por un tercero
19 la entidad confirma la recepción
20 aceptada para procesar
21 falta información o no es válida
23 devuelta a la entidad
24 la entidad no está aprobada para enviar
25 la entidad no está aprobada
26 no se encontró la entidad
29 suscriptor y póliza no coinciden
30 suscriptor y su id no coinciden
33 no se encontraron suscriptor e id
35 no se encontró la reclamación
54 duplicado de una reclamación o línea procesada
65 reclamación o línea pagada
78 duplicado de una reclamación en trámite
84 servicio no autorizado
85 la entidad no es la primaria
88 sin derecho en las fechas de servicio
97 no se encontró el derecho del paciente
116 enviada al pagador equivocado
123 se pide más información
125 nombre
126 dirección
128 identificación fiscal
145 especialidad o taxonomía
153 número de id
156 parentesco del paciente con el suscriptor
157 sexo
158 fecha de nacimiento
164 número de afiliado
178 importes facturados
187 fechas de servicio
249 lugar de servicio
252 número de autorización previa
254 diagnóstico principal
255 diagnóstico
400 la reclamación no cuadra
453 modificadores del procedimiento
454 código del procedimiento
464 número de control del pagador
476 faltan unidades o no son válidas
478 número de control del paciente
500 código postal
535 código de frecuencia
562 NPI
718 presentada fuera de plazo
746 envío duplicado
`);
