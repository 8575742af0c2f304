import { codedRows } from './coded-rows.ts';

/** Requirement and remedy of each rule in Spanish. English: shared/x12/edits. */
export const edits = codedRows(`
V001 ISA debe tener 106 bytes de ancho fijo; complete cada elemento
V002 Los delimitadores deben ser cuatro caracteres distintos que no estén en los datos; cámbielos
V003 Versión no admitida; envíe ISA12 00501 y la versión de la guía en GS08
V004 El número de control del intercambio debe ser nuevo, de 9 dígitos e igual a IEA02; corríjalo
V005 El número de control del grupo difiere de GE02 o ya se usó; envíe uno nuevo
V006 El número de control del conjunto difiere de SE02 o se repite; numere cada ST una vez
V007 SE01 debe ser el número de segmentos de ST a SE; corrija la cuenta
V008 GE01 o IEA01 debe ser el número de conjuntos o grupos; corrija la cuenta
V009 El segmento no se permite aquí; quítelo o muévalo a su lugar en la guía
V010 El elemento tiene una longitud o un formato incorrecto; corrija el valor
V011 Los elementos dependientes están incompletos; añada o quite elementos según la regla
V012 El carácter no está en el juego de caracteres X12; reemplácelo
V013 ISA15 no corresponde a este canal; envíe P en producción y T en pruebas
V014 ST03 difiere de GS08; envíe la misma versión en ambos
V015 La jerarquía no es válida; numere HL01 desde 1 y envíe el padre en HL02
V016 HL04 no es válido; envíe 1 con niveles hijos y 0 sin ellos
V017 La cantidad de reclamaciones o líneas no se permite; divida el conjunto o envíe al menos una
V018 BHT no es válido para esta transacción; corrija sus códigos
V019 BHT03 ya se usó; dé a cada lote su propio id
V020 El remitente está incompleto; envíe NM108 46, NM109 y un PER con teléfono o correo
V021 El receptor está incompleto; envíe NM102 2, NM108 46 y el id del receptor
V022 El NPI no es válido; corríjalo
V023 Falta el NPI del facturador; envíelo, o REF*G2 en 2010BB para un prestador atípico
V024 La dirección del facturador está incompleta; envíe N3, ciudad, estado y código postal
V025 La dirección del facturador es un apartado postal; envíe una calle, y el apartado en 2010AB
V026 El código postal debe tener nueve dígitos; envíe ZIP+4
V027 El estado o el código postal no es válido; corrija N402 y N403
V028 El facturador debe tener exactamente un id fiscal; envíe un REF*EI o REF*SY
V029 El número antiguo del prestador no se permite aquí; envíelo en 2010BB REF*G2
V030 El código de taxonomía no es válido; envíe PXC y un código de la lista
V031 La dirección de pago repite la de facturación; quite 2010AB
V032 El código de responsabilidad o de tipo de seguro no es válido; corrija SBR01 y SBR09
V033 SBR02 contradice el bucle del paciente; envíe SBR02 18 o un bucle 2000C
V034 El suscriptor que es el paciente necesita dirección y fecha de nacimiento; envíe N3, N4 y DMG
V035 Falta el id o el nombre del afiliado; complete NM1 de 2010BA
V036 Falta el id del pagador; envíe PI o XV y el id en 2010BB
V037 El bucle del paciente está incompleto; envíe PAT01, N3, N4 y DMG
V038 La fecha de nacimiento o el sexo no es válido; corrija DMG
V039 El prestador es el facturador; quite 2310B
V040 El pagador exige un prestador para este facturador; añada el bucle 2310B
V041 El centro de servicio repite la dirección de facturación; quite 2310C
V042 El centro de servicio está incompleto; envíe NM102 2, N3 y N4
V043 El número de derivación exige el prestador que deriva; añada el bucle 2310A
V044 El nombre contradice el tipo de entidad; envíe un nombre de pila solo para personas
V050 El número de control del paciente no es válido; envíe de 1 a 20 de A-Z 0-9 - . / _
V051 El número de control del paciente se repite en el archivo; dé a cada reclamación el suyo
V052 El importe de la reclamación no es válido; envíe un importe positivo con dos decimales como máximo
V053 El importe de la reclamación difiere de la suma de sus líneas; corrija CLM02 o SV102
V054 CLM05 está incompleto; envíe lugar de servicio, B y frecuencia
V055 El lugar de servicio no está vigente en la fecha de servicio; envíe un código vigente
V056 La frecuencia de la reclamación no se acepta; envíe 1, 7 u 8
V057 El reemplazo o la anulación exige el número original; envíe REF*F8
V058 El código de firma, asignación o permiso no es válido; corrija CLM06 a CLM09
V059 Faltan datos del accidente; envíe el estado en CLM11-4 y la fecha en DTP*439
V060 La fecha del accidente exige una causa; añada CLM11
V061 La atención hospitalaria exige la fecha de ingreso; envíe DTP*435
V062 Las fechas de ingreso, alta y servicio no están en orden; corríjalas
V063 La fecha es posterior al servicio o anterior al nacimiento; compruébela
V064 El segmento de diagnósticos no es válido; envíe ABK primero y 12 códigos como máximo
V065 El código de diagnóstico no es válido; corríjalo
V066 El diagnóstico se repite; envíe cada código una vez
V067 Un código de causa externa no puede ser el diagnóstico principal; envíe otro primero
V068 El diagnóstico contradice la edad o el sexo del paciente; compruebe ambos
V069 El calificador de referencia no se permite aquí o se repite; quite el REF
V070 El número CLIA falta o está mal formado; envíe REF*X4 como 99D9999999
V071 La autorización previa falta o es demasiado larga; compruebe REF*G1
V072 El motivo del retraso no es válido; envíe de 1 a 11 o 15
V073 Falta el número de control del anexo; envíe PWK05 AC y PWK06
V074 Lo pagado por el paciente es negativo o mayor que el importe; compruebe AMT*F5
V075 Posible duplicado (paciente, prestador, fecha, servicio e importe); compruebe la reclamación
V076 La fecha de servicio está en el futuro; corríjala
V077 La fecha de servicio es anterior al nacimiento o posterior al fallecimiento; corríjala
V078 La fecha de servicio excede el plazo de presentación; envíe un motivo o la reclamación original
V080 Las líneas de servicio no están numeradas 1, 2, 3; corrija LX01
V081 Falta el procedimiento; envíe HC y un código en SV101
V082 El código de procedimiento no es válido; envíe un código CPT o HCPCS vigente
V083 El modificador no es válido, se repite o deja un hueco; corrija SV101
V084 Un procedimiento no listado exige una descripción; envíe SV101-7
V085 El importe de la línea no es válido; envíe un importe positivo con dos decimales como máximo
V086 Las unidades no son válidas; envíe UN o MJ y una cantidad positiva
V087 El puntero de diagnóstico no es válido; señale de uno a cuatro diagnósticos
V088 La fecha de servicio falta o no es válida; envíe DTP*472 con una fecha o un período
V089 El lugar de servicio de la línea repite el de la reclamación; deje SV105 vacío
V090 El número de control de la línea se repite o excede 30; dé a cada línea el suyo
V091 La línea de anestesia exige minutos y un modificador de anestesia; compruebe SV103
V092 Faltan datos de ambulancia; envíe CR1, CRC*07 y las direcciones de recogida y destino
V093 Faltan datos del equipo; envíe SV5, CR3 o certificado, y el prestador que lo pide
V094 Faltan datos de quiropráctica; envíe CR2, y el modificador AT a Medicare
V095 El código del medicamento falta o está mal formado; envíe LIN*N4 con 11 dígitos, y CTP
V096 Falta la derivación EPSDT; envíe CRC*ZZ
V097 Falta el prestador que ordena o deriva; envíe su NPI
V098 La telemedicina exige el modificador 95, 93 o GT; compruebe los modificadores
V099 El procedimiento contradice la edad o el sexo del paciente; compruebe ambos
V100 El orden del pagador se repite; dé a cada pagador un SBR01 distinto
V101 Faltan los datos del pagador primario; añada un 2320 con SBR01 P
V102 AMT*D debe ser igual a las líneas pagadas menos los ajustes; corrija los importes
V103 El importe de la línea debe ser igual a SVD02 más sus ajustes; corrija los importes
V104 La adjudicación de la línea nombra un pagador desconocido; envíe el NM109 de un 2330B en SVD01
V105 La fecha de adjudicación falta o no es válida; corrija DTP*573
V106 El ajuste no es válido; compruebe grupo, motivo, importe y huecos del CAS
V107 Falta la información del otro seguro; envíe OI con OI03 y OI06
V108 El bucle del otro pagador falta o se repite; envíe un 2330A y un 2330B
V109 Lo que queda al paciente excede el importe; compruebe AMT*EAF
V120 El importe de la línea menos los ajustes debe ser igual al pago; pregunte al pagador
V121 El importe de la reclamación menos los ajustes debe ser igual al pago; pregunte al pagador
V122 El total de la remesa no cuadra; no la registre y pregunte al pagador
V123 El código no está en la lista y se conserva como llegó; pregunte al pagador
V124 La remesa ya se recibió; no la registre otra vez
V125 Las cuentas del acuse difieren de su contenido o del archivo enviado; pregunte al socio
V126 El acuse no corresponde a nada enviado; revíselo a mano
V127 Los totales del acuse difieren de las reclamaciones enviadas; pregunte al socio
V128 La categoría de estado es desconocida o contradice su acción; lea el mensaje
V129 El remitente es desconocido; compruebe los ids
V130 Falta un segmento o bucle obligatorio; añádalo
V131 El segmento o bucle se repite más de lo que permite la guía; quite el excedente
V132 Falta un elemento obligatorio; añádalo
V133 El elemento no se usa aquí; déjelo vacío
V134 El código no se permite aquí; envíe un código de la guía
V135 La fecha o la hora no es válida en el formato indicado; corríjala
V136 El segmento tiene elementos, componentes o repeticiones de más; quite el excedente
V137 Falta el segmento final; cierre el conjunto, el grupo o el intercambio
V138 El segmento está fuera de todo conjunto; quítelo
V139 El lector reparó el archivo; compruebe su origen
V140 Falta el inicio del intercambio; empiece el archivo con un segmento ISA
V141 Un elemento del sobre falta o está mal formado; corríjalo
V142 El archivo contiene bytes fuera de ASCII; envíe el juego de caracteres X12
V143 El segmento excede el máximo y se omitió; acórtelo
V144 El tipo de conjunto no se admite y no se comprobó; quítelo
V145 Falta el inicio del grupo; empiece cada grupo con un segmento GS
V146 El conjunto no se permite en este grupo; corrija GS01 o ST01
V147 Esta guía no usa el segmento o bucle; quítelo
V148 La reclamación o el nivel tiene más segmentos que el máximo; divídalo
V149 Se omitió texto antes del inicio del intercambio; empiece el archivo con ISA
V150 El motivo del ajuste exige un código de observación; pídalo al pagador
V151 El motivo del ajuste contradice su grupo; compruebe quién debe el importe
V152 El ajuste por contrato toma todo el importe; compruebe si es una denegación
V153 Lo que debe el paciente difiere de los ajustes PR; facture los ajustes
V154 La reversión debe ser el negativo del pago; pregunte al pagador antes de registrar
V155 Forma de pago, importe y datos bancarios se contradicen; compruebe la transferencia
V156 El código de estado no está en la lista y se conserva como llegó; pregunte al pagador
R200 El intercambio debe dirigirse al programa estatal; envíe su id y nombre de receptor
R201 El id del socio y el indicador de uso deben coincidir con la configuración; corríjalos
R202 Grupo, versión y encabezado deben ser los del programa; envíe 5000 reclamaciones como máximo por conjunto
R203 El pagador y el tipo de seguro deben ser los del programa estatal; corrija NM1*PR y SBR09
R204 El afiliado debe ser el suscriptor, con id, dirección, fecha de nacimiento y sexo
R205 NPI, id fiscal, ZIP+4 y taxonomía deben ser una combinación inscrita; corríjalos
R206 Las frecuencias 7 y 8 exigen un REF*F8, y la 1 ninguno; corrija la frecuencia o la referencia
R207 La reclamación debe llegar dentro del plazo; envíe un motivo o la reclamación original
R208 El programa rechaza anexos, y un centro en la dirección de facturación; quítelos
R209 El nombre del archivo debe tener la forma del programa; cambie el nombre
R210 El nombre del archivo debe corresponder al contenido y ser nuevo; cambie el nombre
payer_not_configured El pagador no está configurado; configúrelo y compruebe las reclamaciones otra vez
`);
